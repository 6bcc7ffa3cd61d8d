/** What an engine says of itself and its work, for tests that look at neither. */
import type { EngineInfo } from '../../../src/main/engine/engine.ts';

export const ENGINE_INFO: EngineInfo = {
  model: {
    architecture: 'whisper',
    type: 'custom',
    size: 1,
    ftype: 'f16',
    multilingual: true,
    vocab: 1,
    mels: 80,
    width: 8,
    encoder_layers: 1,
    decoder_layers: 1,
  },
  languages: ['en'],
  lanes: 1,
  threads: 1,
  version: '',
  vad: false,
  device: null,
};
