import { FolderOpen } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/form.tsx';

type FolderFieldProps = {
  folder: string;
  isRefused: boolean;
  describedBy: string;
  onChange: (folder: string) => void;
  onChoose: (folder: string) => void;
};

/** Only the desktop app can ask for a folder: browsers keep paths to themselves. */
export function FolderField(props: FolderFieldProps) {
  const { folder, isRefused, describedBy, onChange, onChoose } = props;
  const { steno } = window;
  const choose = async () => {
    const chosen = await steno?.chooseFolder();
    if (chosen) onChoose(chosen);
  };
  return (
    <>
      <Field
        label="Folder path"
        className="min-w-56 flex-1"
        value={folder}
        onChange={onChange}
        aria-invalid={isRefused}
        aria-describedby={describedBy}
      />
      {steno && (
        <Button icon={FolderOpen} onClick={choose}>
          Choose
        </Button>
      )}
    </>
  );
}
