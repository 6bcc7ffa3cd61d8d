import { useEffect } from 'react';
import { Button } from '../../../components/button.tsx';
import { Section } from '../../../components/section.tsx';
import { useLlm } from '../../../stores/settings/llm-store.ts';
import { useSettings } from '../../../stores/settings-store.ts';
import { describeReach, KIND_NAMES } from '../../../text/language-model.ts';
import { LlmModelForm } from './llm-model-form.tsx';
import { LlmServerForm } from './llm-server-form.tsx';

/** The language model that may put titles and summaries into words: off until a person names its server. */
export function LlmSection() {
  const begin = useLlm((state) => state.begin);
  useEffect(begin, [begin]);
  return (
    <>
      <p className="text-soft">
        Chapter titles and summaries are made from the words that were said. A language model can
        phrase them better. Steno checks every sentence against the transcript and leaves out what
        nobody said. Transcripts never wait for it. It also translates subtitles where you ask for
        it.
      </p>
      <Standing />
      <Section title="Server">
        <LlmServerForm />
        <LlmModelForm />
      </Section>
      <WhatIsSent />
    </>
  );
}

function Standing() {
  const llm = useSettings((state) => state.settings?.llm ?? null);
  const turnOff = useLlm((state) => state.turnOff);
  return (
    <div className="flex min-h-15 items-center gap-4 rounded-xl border border-line bg-panel py-2 pr-3 pl-4 shadow-panel">
      <div role="status" className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{llm ? `On: ${llm.model}` : 'Off'}</p>
        <p className="text-sm text-soft wrap-anywhere">
          {llm ? `${KIND_NAMES[llm.kind]}, ${llm.base_url}` : 'No language model is used.'}
        </p>
      </div>
      {llm && <Button onClick={() => void turnOff()}>Turn off</Button>}
    </div>
  );
}

function WhatIsSent() {
  const address = useLlm((state) => state.draft.address);
  return (
    <Section title="What is sent, and where">
      <ul className="list-disc space-y-1.5 pl-5 text-sm text-soft">
        <li>While this is off, nothing.</li>
        <li>
          While it is on, what was said in a recording and the names of its speakers: when it is
          transcribed, again when you change its text or its speakers, and when you have its
          subtitles translated. Never the sound, its title or where it came from.
        </li>
        <li>To the address above alone. {describeReach(address)}</li>
        <li>Testing the connection asks for the list of models and sends nothing else.</li>
        <li>
          A key is kept on this computer, goes to its own server only, and is never shown again.
          Turning the language model off forgets it.
        </li>
      </ul>
    </Section>
  );
}
