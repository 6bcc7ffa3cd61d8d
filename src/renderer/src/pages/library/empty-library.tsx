import Play from 'lucide-react/icons/play';
import { Button } from '../../components/button.tsx';
import { useUploads } from '../../stores/library/upload-store.ts';

/** What new users see first: what this is, and how to try it. */
export function EmptyLibrary() {
  const sendSample = useUploads((state) => state.sendSample);
  return (
    <section
      aria-labelledby="empty"
      className="flex flex-col items-center px-6 pt-2 pb-4 text-center"
    >
      <h2 id="empty" className="text-lg font-semibold">
        No recordings yet
      </h2>
      <p className="mt-1 max-w-xl text-balance text-soft">
        Steno turns recordings into text: who said what and when, with contents, a summary and
        subtitles. It all happens on this computer; nothing leaves it. Record, paste a link or drop
        a file, or try it with the sample first:
      </p>
      <Button look="primary" className="mt-4" onClick={() => void sendSample()}>
        <Play aria-hidden />
        Try the sample
      </Button>
    </section>
  );
}
