import FolderOpen from 'lucide-react/icons/folder-open';
import { Button } from '../../components/button.tsx';

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
      <label className="min-w-56 flex-1 text-sm">
        <span className="mb-1 block font-medium">Folder path</span>
        <input
          type="text"
          value={folder}
          onChange={({ target }) => onChange(target.value)}
          aria-invalid={isRefused}
          aria-describedby={describedBy}
          spellCheck={false}
          autoComplete="off"
          className="field h-9 w-full px-3"
        />
      </label>
      {steno && (
        <Button onClick={() => void choose()}>
          <FolderOpen aria-hidden />
          Choose
        </Button>
      )}
    </>
  );
}
