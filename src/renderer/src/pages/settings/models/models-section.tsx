import { useLoad } from '../../../components/use-load.ts';
import { useModels } from '../../../stores/model-store.ts';
import { Devices } from './devices.tsx';
import { InstalledModels } from './installed-models.tsx';
import { LanguageModels } from './language-models.tsx';
import { Machines } from './machines.tsx';
import { ModelCatalogue } from './model-catalogue.tsx';
import { ModelMirror } from './model-mirror.tsx';
import { SpeakerModels } from './speaker-models.tsx';

export function ModelsSection() {
  const load = useModels((state) => state.load);
  useLoad(load);
  return (
    <>
      <p className="text-soft">
        A model is what turns sound into text. Larger ones hear better and take longer.
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
