import { FileAudio, FolderOpen, type LucideIcon } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { TRANSCRIPT_EXTENSIONS } from '../../../../../shared/imports/given-transcript.ts';
import { recordingsAmong } from '../../../api/dropped-files.ts';
import { Button } from '../../../components/button.tsx';
import { toasts } from '../../../stores/toasts.ts';
import { useUploads } from './upload-store.ts';

const ACCEPTED = ['audio/*', 'video/*', ...TRANSCRIPT_EXTENSIONS.map((name) => `.${name}`)].join();

/** Files, or all the recordings of a folder and of those below it; with less room, only their icons. */
export function FileButtons({ isLine }: { isLine: boolean }) {
  const sendFolder = (files: readonly File[]) => {
    const found = recordingsAmong(files);
    if (found.length === 0) toasts.add({ title: 'This folder contains no recordings' });
    void useUploads.send(found);
  };
  return (
    <>
      <ChooseButton
        label="Choose files"
        narrow={isLine ? 'max-md:sr-only' : ''}
        icon={FileAudio}
        onChosen={useUploads.send}
        multiple
        accept={ACCEPTED}
      />
      {/* Phones have no folders to choose, and no room for it. */}
      <div className={isLine ? 'contents max-xs:hidden' : 'contents'}>
        <ChooseButton
          label="Choose a folder"
          narrow={isLine ? 'sr-only' : ''}
          icon={FolderOpen}
          onChosen={sendFolder}
          webkitdirectory=""
        />
      </div>
    </>
  );
}

type ChooseButtonProps = ComponentProps<'input'> & {
  label: string;
  /** Where the label is not shown. */
  narrow: string;
  icon: LucideIcon;
  onChosen: (files: readonly File[]) => void;
  webkitdirectory?: '';
};

function ChooseButton({ label, narrow, icon, onChosen, ...props }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        icon={icon}
        className={narrow ? 'max-md:px-2.5' : 'max-sm:flex-1'}
        title={narrow ? label : undefined}
        onClick={() => input.current?.click()}
      >
        <span className={narrow}>{label}</span>
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
