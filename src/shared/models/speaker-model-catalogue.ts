import type { SpeakerModelTask } from './speaker-models.ts';

/**
 * Speaker models that sherpa-onnx's authors publish. Sizes and SHA-256 are those on which several independent projects
 * agree for the files of the release.
 */
export type CatalogueSpeakerModel = {
  name: string;
  bytes: number;
  sha256: string;
  task: SpeakerModelTask;
  /** The speakers it was trained on; it works for others, a little less well. */
  voices: string;
  url: string;
};

// The release's name really has this spelling.
const RELEASE =
  'https://github.com/k2-fsa/sherpa-onnx/releases/download/speaker-recongition-models';

/** pyannote's segmentation 3.0 (CNRS, MIT), as sherpa-onnx's authors export it. */
const TURN_MODEL: CatalogueSpeakerModel = {
  name: 'pyannote-segmentation-3.0',
  bytes: 5_992_913,
  sha256: '220ad67ca923bef2fa91f2390c786097bf305bceb5e261d4af67b38e938e1079',
  task: 'turns',
  voices: 'Chinese, English and others',
  url: 'https://huggingface.co/csukuangfj/sherpa-onnx-pyannote-segmentation-3-0/resolve/main/model.onnx',
};

/** The best of those for voices, as others have measured them (3D-Speaker). */
export const RECOMMENDED_VOICES = '3dspeaker_speech_campplus_sv_zh_en_16k-common_advanced';

export const SPEAKER_MODEL_CATALOGUE: readonly CatalogueSpeakerModel[] = [
  entry(
    RECOMMENDED_VOICES,
    28_281_164,
    'aa3cfc16963a10586a9393f5035d6d6b57e98d358b347f80c2a30bf4f00ceba2',
    'Chinese and English',
  ),
  entry(
    'wespeaker_en_voxceleb_resnet34_LM',
    26_530_550,
    'e9848563da86f263117134dfd7ad63c92355b37de492b55e325400c9d9c39012',
    'English',
  ),
  entry(
    'nemo_en_titanet_small',
    40_257_283,
    'ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e',
    'English',
  ),
  entry(
    '3dspeaker_speech_eres2net_base_sv_zh-cn_3dspeaker_16k',
    39_593_761,
    '1a331345f04805badbb495c775a6ddffcdd1a732567d5ec8b3d5749e3c7a5e4b',
    'Chinese',
  ),
  TURN_MODEL,
];

function entry(name: string, bytes: number, sha256: string, voices: string): CatalogueSpeakerModel {
  return { name, bytes, sha256, task: 'voices', voices, url: `${RELEASE}/${name}.onnx` };
}
