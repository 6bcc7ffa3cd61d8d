/** Runs in the audio thread: gathers what both inputs hear into blocks of a tenth of a second, as 16-bit samples. */
import { RECORDED_RATE } from '../../../shared/sound-pieces.ts';
import type { Block } from './sound-block.ts';

/** The part of the audio thread's own globals that is used; the DOM's types leave them out. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof CaptureProcessor): void;

const BLOCK_FRAMES = RECORDED_RATE / 10;
const FULL_SCALE = 32_767;

class CaptureProcessor extends AudioWorkletProcessor {
  #microphone = new Int16Array(BLOCK_FRAMES);
  #computer = new Int16Array(BLOCK_FRAMES);
  #filled = 0;

  /** `inputs` have one channel each, and none where nothing is connected. */
  process([microphone, computer]: readonly (readonly Float32Array[])[], outputs: Float32Array[][]) {
    const frames = outputs[0]?.[0]?.length ?? 0;
    for (let at = 0; at < frames; at++) {
      this.#microphone[this.#filled] = toSample(microphone?.[0]?.[at]);
      this.#computer[this.#filled] = toSample(computer?.[0]?.[at]);
      if (++this.#filled === BLOCK_FRAMES) this.#send();
    }
    return true;
  }

  #send(): void {
    const block: Block = {
      at: Date.now(),
      sound: { microphone: this.#microphone, computer: this.#computer },
    };
    this.port.postMessage(block, [this.#microphone.buffer, this.#computer.buffer]);
    this.#microphone = new Int16Array(BLOCK_FRAMES);
    this.#computer = new Int16Array(BLOCK_FRAMES);
    this.#filled = 0;
  }
}

function toSample(value = 0): number {
  return Math.round(Math.max(-1, Math.min(1, value)) * FULL_SCALE);
}

registerProcessor('capture', CaptureProcessor);
