import { addNoise, addPhone, addRoom } from '../test/helpers/corpus/dialogues.ts';

const SEED = 1;

/** The recording conditions simulated when the within-class covariance of voices is estimated. */
export const CONDITIONS: Record<string, (samples: Int16Array) => Int16Array> = {
  clean: (samples) => samples,
  phone: addPhone,
  room: (samples) => addRoom(samples, 500, SEED),
  noise: (samples) => addNoise(samples, 15, SEED),
};
