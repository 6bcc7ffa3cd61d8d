import { DEFAULT_SETTINGS } from '../../../../../shared/settings.ts';
import { Button } from '../../../components/button.tsx';
import { ChangedElsewhere, isSameText, useDraft } from '../../../components/draft.tsx';
import { Field, Form, Refusal } from '../../../components/form.tsx';
import { Section } from '../../../components/section.tsx';
import { useLoad } from '../../../components/use-load.ts';
import { useModels } from '../../../stores/model-store.ts';
import { useSettings } from '../../../stores/settings-store.ts';
import { Devices } from './devices.tsx';
import { InstalledModels } from './installed-models.tsx';
import { LanguageModels } from './language-models.tsx';
import { Machines } from './machines.tsx';
import { ModelCatalogue } from './model-catalogue.tsx';
import { SpeakerModels } from './speaker-models.tsx';

export function ModelsSection() {
  useLoad(useModels.load);
  return (
    <>
      <p className="text-soft">
        A model is what turns sound into text. Larger ones are more accurate and take longer.
      </p>
      <InstalledModels />
      <ModelCatalogue />
      <Devices />
      <Machines />
      <LanguageModels />
      <SpeakerModels />
      <ModelMirror />
    </>
  );
}

const DEFAULT = DEFAULT_SETTINGS.model_mirror;

/** Where models are downloaded from, for networks that can reach only a mirror. */
function ModelMirror() {
  const mirror = useSettings((state) => state.settings?.model_mirror ?? DEFAULT);
  const { draft, edit, save, refusal, ...elsewhere } = useDraft(mirror, isSameText);
  const address = draft.trim();
  const put = (model_mirror: string) => save(model_mirror, useSettings.tryUpdate({ model_mirror }));
  const reset = () => {
    edit(DEFAULT);
    void put(DEFAULT);
  };

  return (
    <Section title="Where models come from">
      <Form onSubmit={() => put(address)} className="flex flex-wrap items-end gap-3">
        <Field
          label="Address"
          className="min-w-56 flex-1"
          type="url"
          value={draft}
          onChange={edit}
        />
        <Button type="submit" disabled={address === mirror || !address}>
          Save
        </Button>
        <Button disabled={mirror === DEFAULT} onClick={reset}>
          Reset
        </Button>
        <ChangedElsewhere {...elsewhere} />
        <Refusal>{refusal}</Refusal>
      </Form>
      <p className="text-sm text-soft">
        Every download is verified against the catalogue, wherever it came from.
      </p>
    </Section>
  );
}
