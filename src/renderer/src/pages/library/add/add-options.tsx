import { SlidersHorizontal, X } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { RecordingOptionsForm } from '../../../components/recording-options-form.tsx';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { findProject, useProjects } from '../../../stores/library/project-store.ts';
import { useOptions } from '../../../stores/library/recording-options-store.ts';
import { useInstalledModels } from '../../../stores/model-store.ts';
import { useSettings } from '../../../stores/settings-store.ts';
import { describeOptions, usualIn } from '../../../text/recording-options.ts';

const PANEL = 'add-options';

export function OptionsButton({ isLine }: { isLine: boolean }) {
  const open = useOptions((state) => state.open);
  return (
    <Button
      icon={SlidersHorizontal}
      className={isLine ? 'max-md:px-2.5' : 'max-sm:flex-1'}
      title={isLine ? 'Options' : undefined}
      aria-expanded={open}
      aria-controls={PANEL}
      onClick={useOptions.toggle}
    >
      <span className={isLine ? 'max-md:sr-only' : ''}>Options</span>
    </Button>
  );
}

/** How new recordings are transcribed: one line that says what is set, and below it the choices. */
export function AddOptions() {
  const { options, open } = useOptions();
  const models = useInstalledModels((state) => state.models?.data) ?? [];
  const settings = useSettings((state) => state.settings);
  const project = useLibrary((state) => state.project);
  const own = useProjects(findProject(project));
  const summary = describeOptions(options, models, usualIn(own, settings));
  return (
    <div id={PANEL}>
      {summary && (
        <p className="mt-3 flex items-center gap-1 text-sm">
          <span className="min-w-0 wrap-anywhere">
            <span className="text-soft">What you add is transcribed with: </span>
            {summary}
          </span>
          <IconButton icon={X} label="Clear the options" tip="Clear" onClick={useOptions.clear} />
        </p>
      )}
      {open && (
        <fieldset className="mt-3 border-t border-line pt-4">
          <legend className="sr-only">Options for what you add</legend>
          <RecordingOptionsForm options={options} project={project} onChange={useOptions.change} />
        </fieldset>
      )}
    </div>
  );
}
