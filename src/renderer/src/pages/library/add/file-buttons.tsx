import FileAudio from 'lucide-react/icons/file-audio';
import FolderOpen from 'lucide-react/icons/folder-open';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { TRANSCRIPT_EXTENSIONS } from '../../../../../shared/imports/given-transcript.ts';
import { recordingsAmong } from '../../../api/dropped-files.ts';
import { Button } from '../../../components/button.tsx';
import { useUploads } from '../../../stores/library/upload-store.ts';
import { toasts } from '../../../stores/toasts.ts';

const ACCEPTED = ['audio/*', 'video/*', ...TRANSCRIPT_EXTENSIONS.map((name) => `.${name}`)].join();

/** Files, or all the recordings of a folder and of those below it. */
export function FileButtons() {
  const send = useUploads((state) => state.send);
  const sendFolder = (files: readonly File[]) => {
    const found = recordingsAmong(files);
    if (found.length === 0) toasts.add({ title: 'This folder contains no recordings' });
    void send(found);
  };
  return (
    <>
      <ChooseButton onChosen={send} multiple accept={ACCEPTED}>
        <FileAudio aria-hidden />
        Choose files
      </ChooseButton>
      <ChooseButton onChosen={sendFolder} webkitdirectory="">
        <FolderOpen aria-hidden />
        Choose a folder
      </ChooseButton>
    </>
  );
}

type ChooseButtonProps = ComponentProps<'input'> & {
  onChosen: (files: readonly File[]) => void;
  children: ReactNode;
  webkitdirectory?: '';
};

function ChooseButton({ onChosen, children, ...props }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button className="max-sm:flex-1" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        {...props}
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          onChosen([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
