import type { Scope } from './open-name-field.ts';

type ScopeChoiceProps = {
  scopes: readonly Scope[];
  scope: Scope;
  who: string;
  /** Whether a label was clicked, which stands above a paragraph. */
  isLabel: boolean;
  onChange: (scope: Scope) => void;
  /** A scope was chosen with the pointer. */
  onClick: () => void;
};

/** What a name is for: everything somebody says, or a part of the text that somebody else says. */
export function ScopeChoice({ scopes, scope, who, isLabel, onChange, onClick }: ScopeChoiceProps) {
  return (
    <fieldset className="mt-2 flex min-w-0 flex-wrap gap-1">
      <legend className="sr-only">For</legend>
      {scopes.map((one) => (
        <label key={one} className="flex max-w-full min-w-0">
          <input
            type="radio"
            name="scope"
            value={one}
            checked={one === scope}
            onChange={() => onChange(one)}
            // The arrow keys click it, too.
            onClick={({ detail }) => detail > 0 && onClick()}
            className="peer sr-only"
          />
          <span className="truncate rounded-full border border-line px-2.5 py-0.5 text-xs text-soft peer-checked:border-accent peer-checked:bg-accent-wash peer-checked:text-ink forced-colors:peer-checked:outline-2 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent hover:bg-raised">
            {one === 'everything' ? (
              <>
                Everything <bdi>{who}</bdi> says
              </>
            ) : (
              scopeText(one, isLabel)
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const TEXTS = {
  words: 'Selected words',
  sentence: 'This sentence',
  paragraph: 'This paragraph',
  onwards: 'From here on',
};

/** Above a paragraph its first sentence is meant. */
export function scopeText(scope: keyof typeof TEXTS, isLabel: boolean): string {
  return isLabel && scope === 'sentence' ? 'First sentence' : TEXTS[scope];
}
