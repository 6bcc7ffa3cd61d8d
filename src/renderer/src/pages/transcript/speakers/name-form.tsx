import { Autocomplete } from '@base-ui/react/autocomplete';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { MAX_SPEAKERS } from '../../../../../shared/transcription/speakers.ts';
import { Form } from '../../../components/form.tsx';
import { SpeakerDot } from '../../../components/speaker-dot.tsx';
import { mark, segmentElement } from '../highlights/highlighted-words.ts';
import { give, nameAll, nameEverywhere, placesOf } from './assign-speaker.ts';
import { type NameChoice, nameProblem } from './name-choices.ts';
import { NameHint } from './name-hint.tsx';
import type { Asked, Scope } from './open-name-field.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { useNameChoices } from './use-name-choices.ts';

/** The field with the caret in it, what the name is for, the names that fit, and what Enter does. */
export function NameForm({ asked, onDone }: { asked: Asked; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const form = useNameForm(asked, onDone);
  const { scope, isLabel, who } = form;
  useGivenMarks(asked, scope);
  // At once: letters that are typed after the click belong here.
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  /** Letters and Enter belong to the field, wherever in here the focus is. */
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const { key, ctrlKey, metaKey, altKey, nativeEvent, currentTarget } = event;
    if (event.defaultPrevented || nativeEvent.isComposing) return;
    const isLetter = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
    if (isLetter) field.current?.focus();
    if (key !== 'Enter') return;
    event.preventDefault();
    currentTarget.requestSubmit();
  };
  return (
    <Form onSubmit={form.enter} onKeyDown={onKeyDown}>
      <NameField form={form} field={field}>
        {asked.scopes.length > 1 && (
          <ScopeChoice
            {...{ scope, isLabel }}
            scopes={asked.scopes}
            who={who.name}
            onChange={form.setScope}
            onClick={() => field.current?.focus()}
          />
        )}
      </NameField>
      <NameHint {...form} who={who.name} />
    </Form>
  );
}

function useNameForm(asked: Asked, onDone: () => void) {
  const [scope, setScope] = useState<Scope>(asked.scopes[0] ?? 'everything');
  const [typed, setTyped] = useState<string | null>(null);
  // By its key: the choices are others at each drawing.
  const [highlighted, setHighlighted] = useState<string>();
  const naming = scope === 'everything';
  const { who, choices, isFull } = useNameChoices(asked, naming, typed);
  // Whose label was clicked has a name to write over; who says a sentence is somebody else.
  const isLabel = asked.scopes[0] === 'everything';
  const text = typed ?? (isLabel ? who.name : '');
  const isEmptied = naming && typed?.trim() === '';
  const takesFirst = !naming || (typed !== null && !isEmptied);
  const choice =
    choices.find((one) => keyOf(one) === highlighted) ?? (takesFirst ? choices[0] : undefined);
  const take = (taken: NameChoice) => {
    onDone();
    if (naming) nameAll(who.id, taken);
    else if (taken.kind !== 'speaker' || taken.id !== who.id) give(asked, scope, taken);
  };
  /** Enter where the list has not taken it. */
  const enter = () => {
    if (choice) return take(choice);
    if (takesFirst) return;
    onDone();
    if (isEmptied) void nameEverywhere(who.id, null);
  };
  const problem = nameProblem(text) ?? (isFull && choices.length === 0 ? FULL : null);
  return {
    ...{ scope, setScope, text, setTyped, setHighlighted, take, enter },
    ...{ naming, who, choices, choice, isLabel, isEmptied, takesFirst, problem },
  };
}

type NameFieldProps = {
  form: ReturnType<typeof useNameForm>;
  field: RefObject<HTMLInputElement | null>;
  /** What stands between the field and the names. */
  children: ReactNode;
};

function NameField({ form, field, children }: NameFieldProps) {
  const { text, naming, who, choices, isLabel, takesFirst, take } = form;
  // Above a label the field would move as what fits becomes less; there the list keeps its height.
  const [rows] = useState(Math.max(2, Math.min(ROWS, choices.length)));
  const id = useId();
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={choices}
      value={text}
      onValueChange={(value, { reason }) => reason !== 'item-press' && form.setTyped(value)}
      itemToStringValue={(choice: NameChoice) => (choice.kind === 'unnamed' ? '' : choice.name)}
      autoHighlight={takesFirst ? 'always' : false}
      // A mouse that lies still over the list chooses nothing.
      highlightItemOnHover={false}
      onItemHighlighted={(choice) => form.setHighlighted(choice && keyOf(choice))}
    >
      <label htmlFor={id} className="mb-1 block font-medium">
        {isLabel ? 'Name' : 'Who says it?'}
      </label>
      <Autocomplete.Input
        ref={field}
        id={id}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        placeholder={naming ? who.name : 'Name'}
        className="field h-9 w-full bg-page px-3"
      />
      {children}
      <Autocomplete.List
        aria-label="Names"
        style={{ '--rows': rows } as CSSProperties}
        className="-mx-1 my-2 max-h-56 min-h-16 overflow-y-auto overscroll-contain group-data-[side=top]/card:min-h-[calc(var(--rows)*--spacing(8))]"
      >
        {(choice: NameChoice) => (
          <Autocomplete.Item
            key={keyOf(choice)}
            value={choice}
            onClick={() => take(choice)}
            className="flex cursor-default scroll-my-1 items-center gap-3 rounded-md px-2.5 py-1.5 hover:bg-raised data-highlighted:bg-raised"
          >
            <ChoiceText choice={choice} naming={naming} />
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

const ROWS = 7;

const FULL = `A recording has at most ${MAX_SPEAKERS} speakers, and none is called so.`;

function keyOf(choice: NameChoice): string {
  if (choice.kind === 'speaker') return `speaker ${choice.id}`;
  return choice.kind === 'name' ? `name ${choice.name}` : 'unnamed';
}

function ChoiceText({ choice, naming }: { choice: NameChoice; naming: boolean }) {
  if (choice.kind === 'unnamed') return 'New speaker';
  const { kind, name } = choice;
  const isFresh = kind === 'name' && !choice.known;
  const note =
    kind === 'speaker' ? (naming ? 'in this recording' : null) : isFresh ? null : 'known voice';
  return (
    <>
      <span className="min-w-0 flex-1 truncate">
        {kind === 'speaker' && <SpeakerDot id={choice.id} />}
        {kind === 'name' && !naming && 'New speaker '}
        <bdi className={isFresh ? 'font-medium' : ''}>{name}</bdi>
      </span>
      {note && <span className="shrink-0 text-xs text-soft">{note}</span>}
    </>
  );
}

/** Shows which words are given away, as long as that is asked. */
function useGivenMarks(asked: Asked, scope: Scope): void {
  useLayoutEffect(() => {
    const marks = placesOf(asked, scope).map(({ id, ...span }) => {
      const element = segmentElement(id);
      return element && mark('given', element, [span]);
    });
    return () => {
      for (const unmark of marks) unmark?.();
    };
  }, [asked, scope]);
}
