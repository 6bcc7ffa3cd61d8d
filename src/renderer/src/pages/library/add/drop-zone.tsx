import { useEffect, useState } from 'react';
import { otherLink } from '../../../../../shared/sources/link-in-text.ts';
import { readDropped } from '../../../api/dropped-files.ts';
import { listen } from '../../../event-listeners.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { notify, toasts } from '../../../stores/toasts.ts';
import { useLinks } from './link-store.ts';
import { parseLinks } from './parse-links.ts';
import { useUploads } from './upload-store.ts';

/** Takes files, folders and links that are dropped anywhere on the page, and shows that it will. */
export function DropZone() {
  const dragging = useDrop();
  if (!dragging) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-30 grid place-items-center bg-page/85 p-6">
      <p className="rounded-xl border-2 border-dashed border-accent bg-panel px-12 py-10 text-lg font-medium">
        Drop to transcribe
      </p>
    </div>
  );
}

function useDrop(): boolean {
  const [dragging, setDragging] = useState(false);

  useEffect(() => {
    // What is dragged within the page is not to be transcribed.
    let own = false;
    return listen(document, {
      dragstart: () => {
        own = true;
      },
      dragend: () => {
        own = false;
      },
      dragover: (event) => {
        if (own) return;
        event.preventDefault();
        setDragging(true);
      },
      // Only when the pointer leaves the window there is no related element.
      dragleave: (event) => event.relatedTarget === null && setDragging(false),
      drop: (event) => {
        if (own) return;
        event.preventDefault();
        setDragging(false);
        if (event.dataTransfer) takeDropped(event.dataTransfer);
      },
    });
  }, []);

  return dragging;
}

function takeDropped(data: DataTransfer): void {
  // The transfer is readable only while the event is handled.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((e) => e !== null);
  if (entries.some((entry) => entry.isDirectory)) {
    void notify(async () => {
      const files = await readDropped(entries);
      if (files.length === 0) toasts.add({ title: 'This folder contains no recordings' });
      await useUploads.send(files);
    });
    return;
  }
  if (data.files.length > 0) {
    void useUploads.send([...data.files]);
    return;
  }
  const { links, rejected } = parseLinks(
    data.getData('text/uri-list') || data.getData('text/plain'),
  );
  for (const link of links) void takeLink(link);
  for (const title of rejected) {
    const description = otherLink(title);
    if (description !== null) toasts.add({ title, description });
  }
}

/** Like a pasted link: of a playlist, the user chooses the recordings. */
async function takeLink(link: string): Promise<void> {
  for (const one of (await useLinks.chooseFrom(link)) ?? []) {
    await useLibrary.addOrTell(one);
  }
}
