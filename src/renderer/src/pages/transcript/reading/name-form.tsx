import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useSpeakerQuestions } from '../../../stores/transcript/speaker-questions.ts';

type NameFormProps = { speaker: { id: number; name: string }; onDone: () => void };

/** A speaker's name, which is everywhere then. */
export function NameForm({ speaker, onDone }: NameFormProps) {
  const rename = useEdits((state) => state.renameSpeaker);
  const asked = useSpeakerQuestions((state) => state.named);
  const [name, setName] = useState(speaker.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = name.trim() === '' ? null : name.trim();
    void rename(speaker.id, given).then(() => asked(speaker.id, given));
    onDone();
  };
  return (
    <form onSubmit={submit} className="flex gap-2">
      <input
        dir="auto"
        aria-label="Name"
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.target.value)}
        onFocus={(event) => event.target.select()}
        className="h-9 w-48 rounded-lg border border-field-line bg-panel px-3 text-sm"
      />
      <Button type="submit" look="primary">
        Rename
      </Button>
    </form>
  );
}
