import Play from 'lucide-react/icons/play';
import { Button } from '../../components/button.tsx';
import { useUploads } from '../../stores/upload-store.ts';

export function EmptyLibrary() {
  const sendSample = useUploads((state) => state.sendSample);
  return (
    <section aria-labelledby="empty" className="flex flex-col items-center px-6 py-14 text-center">
      <h2 id="empty" className="text-lg font-semibold">
        No recordings yet
      </h2>
      <p className="mt-1 max-w-sm text-soft">
        Paste a link or drop a file to begin. Everything is transcribed on this computer; nothing
        leaves it.
      </p>
      <Button className="mt-5" onClick={() => void sendSample()}>
        <Play aria-hidden />
        Try the sample
      </Button>
    </section>
  );
}
