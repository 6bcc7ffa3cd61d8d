import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { AlertFrame } from '../../../components/dialogs/confirm-dialog.tsx';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import {
  merge,
  nameEverywhere,
  type SpeakerQuestion,
  useSpeakerQuestions,
} from './assign-speaker.ts';

type Words = { title: ReactNode; text: string; yes: string; no: string };

function wordsFor(question: SpeakerQuestion): Words {
  if (question.about === 'remember') {
    return {
      title: 'Remember this voice for other recordings?',
      text: 'Steno then gives this name by itself to the same voice, and remembers whom else you name. A voice is kept as a voiceprint on this computer; Settings → Speakers lists them all.',
      yes: 'Yes',
      no: 'Not now',
    };
  }
  const { from, into } = question;
  return {
    title: (
      <>
        Are <bdi>{from.name ?? from.label}</bdi> and <bdi>{into.name ?? into.label}</bdi> one
        person?
      </>
    ),
    text: 'Merged, they have one name, one color and one share of the talk; Undo parts them again.',
    yes: 'Merge them',
    no: 'Two people',
  };
}

/** Whether a sentence is written in. It still is for the key that leaves it, which would answer a question, too. */
function useWriting(): boolean {
  const writing = useEdits((state) => state.editing !== null);
  const [wasWriting, setWasWriting] = useState(writing);
  useEffect(() => {
    const later = setTimeout(() => setWasWriting(writing));
    return () => clearTimeout(later);
  }, [writing]);
  return writing || wasWriting;
}

export function SpeakerQuestions() {
  const question = useSpeakerQuestions((state) => state.waiting[0]);
  const writing = useWriting();

  const answer = (asked: SpeakerQuestion, yes: boolean) => {
    useSpeakerQuestions.done();
    if (asked.about === 'remember')
      void useSpeakerQuestions.remember(asked.speaker, asked.name, yes);
    else if (yes) {
      const { from, into } = asked;
      merge(from.id, into.id);
    } else if (asked.into.name !== null) void nameEverywhere(asked.from.id, asked.into.name);
  };
  // Whoever writes already is asked afterwards.
  if (!question || writing) return null;
  const words = wordsFor(question);
  return (
    <AlertDialog.Root
      key={question.about}
      open
      // Escape answers the question with no decision: it is asked again at the next name.
      onOpenChange={(open) => !open && useSpeakerQuestions.forget()}
    >
      <AlertFrame title={words.title} description={words.text}>
        <Button onClick={() => answer(question, false)}>{words.no}</Button>
        <Button look="primary" onClick={() => answer(question, true)}>
          {words.yes}
        </Button>
      </AlertFrame>
    </AlertDialog.Root>
  );
}
