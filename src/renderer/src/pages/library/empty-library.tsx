import { Play } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { TextLink } from '../../components/link.tsx';
import { useLoaded } from '../../components/use-load.ts';
import { useTrash } from '../../stores/library/trash-store.ts';
import { useUsedModel } from '../../stores/model-store.ts';
import { useUploads } from './add/upload-store.ts';

/** What new users see first: what this is, and how to try it. Who has deleted everything gets to the trash from here. */
export function EmptyLibrary() {
  const trash = useLoaded(useTrash);
  const hasModel = useUsedModel() !== 'none';
  const hasDeleted = trash !== null && trash.items.length > 0;
  return (
    <section aria-labelledby="empty" className="flex flex-col items-center px-6 pt-2 text-center">
      <h2 id="empty" className="text-lg font-semibold">
        {hasDeleted ? 'No recordings' : 'No recordings yet'}
      </h2>
      <p className="mt-1 max-w-xl text-balance text-soft">
        Steno turns recordings into text: who said what and when, with contents, a summary and
        subtitles. It all happens on this computer; nothing leaves it.{' '}
        {hasModel
          ? 'Record, paste a link or drop a file, or try it with the sample first:'
          : 'To begin, get a model; then record, paste a link or drop a file.'}
      </p>
      {hasModel && (
        <Button icon={Play} look="primary" className="mt-4" onClick={() => useUploads.sendSample()}>
          Try the sample
        </Button>
      )}
      <p className="mt-2 min-h-5 text-sm text-soft">
        {hasDeleted && (
          <>
            What you deleted is in the <TextLink href="/trash">trash</TextLink>.
          </>
        )}
      </p>
    </section>
  );
}
