import type { ReactNode } from 'react';
import type { NameChoice } from './name-choices.ts';
import type { Scope } from './open-name-field.ts';
import { scopeText } from './scope-choice.tsx';

type NameHintProps = {
  naming: boolean;
  scope: Scope;
  isLabel: boolean;
  /** Whether the name was deleted from the field. */
  isEmptied: boolean;
  who: string;
  /** What Enter takes. */
  choice: NameChoice | undefined;
  /** Why Enter does nothing. */
  problem: string | null;
};

/** Says in words what Enter does, before it is pressed. */
export function NameHint(props: NameHintProps) {
  const { problem } = props;
  const text = problem ?? effectOf(props);
  return (
    <p
      role={problem === null ? undefined : 'alert'}
      className={`min-h-8 text-xs wrap-anywhere ${problem === null ? 'text-soft' : 'text-danger'}`}
    >
      {problem === null && (
        <kbd className="me-1.5 rounded border border-line px-1 font-sans">Enter</kbd>
      )}
      {text}
    </p>
  );
}

function effectOf({
  who: name,
  naming,
  scope,
  isLabel,
  isEmptied,
  choice,
}: NameHintProps): ReactNode {
  const who = <bdi>{name}</bdi>;
  if (isEmptied) return <>takes the name of {who} away.</>;
  if (!choice) return <>keeps the name {who}.</>;
  const whom = choice.kind === 'unnamed' ? null : <bdi className="text-ink">{choice.name}</bdi>;
  if (naming && choice.kind === 'speaker') {
    return (
      <>
        asks whether {who} and {whom} are one person.
      </>
    );
  }
  if (naming) {
    return (
      <>
        names {who} everywhere: {whom}.
      </>
    );
  }
  const what = scope === 'everything' ? '' : scopeText(scope, isLabel).toLowerCase();
  if (scope === 'onwards') {
    return (
      <>
        gives what {who} says from here on to {choice.kind !== 'speaker' && 'a new speaker'} {whom}.
      </>
    );
  }
  return (
    <>
      gives {isLabel && scope === 'sentence' ? 'the ' : ''}
      {scope === 'words' ? `the ${what}` : what} to {choice.kind !== 'speaker' && 'a new speaker'}{' '}
      {whom}.
    </>
  );
}
