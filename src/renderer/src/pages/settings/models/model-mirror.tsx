import { type SubmitEvent, useState } from 'react';
import { DEFAULT_SETTINGS } from '../../../../../shared/settings.ts';
import { Button } from '../../../components/button.tsx';
import { Section } from '../../../components/section.tsx';
import { useSettings } from '../../../stores/settings-store.ts';

const DEFAULT = DEFAULT_SETTINGS.model_mirror;

/** Where models come from, for networks that reach another copy only. */
export function ModelMirror() {
  const mirror = useSettings((state) => state.settings?.model_mirror ?? DEFAULT);
  const update = useSettings((state) => state.update);
  const [text, setText] = useState(mirror);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void update({ model_mirror: text.trim() });
  };
  const reset = () => {
    setText(DEFAULT);
    void update({ model_mirror: DEFAULT });
  };

  return (
    <Section title="Where models come from">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <label className="min-w-56 flex-1 text-sm">
          <span className="mb-1 block font-medium">Address</span>
          <input
            type="url"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="h-9 w-full rounded-lg border border-field-line bg-panel px-3"
          />
        </label>
        <Button type="submit" disabled={text.trim() === mirror || !text.trim()}>
          Save
        </Button>
        <Button disabled={mirror === DEFAULT} onClick={reset}>
          Reset
        </Button>
      </form>
      <p className="text-sm text-soft">
        Every download is verified against the catalogue, wherever it came from.
      </p>
    </Section>
  );
}
