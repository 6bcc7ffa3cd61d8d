/** What a look at one thing brought. */
export type Finding = {
  /** What was looked at, such as `Database`. */
  about: string;
  /** `note` is worth knowing; `problem` keeps something from working or endangers what is stored. */
  state: 'good' | 'note' | 'problem';
  /** A sentence; with what to do, where something is to be done. */
  says: string;
  /** What can be mended here. */
  mend?: Mend;
};

export type Mend = {
  /** What it does, for after "--fix". */
  does: string;
  run: () => void | Promise<void>;
};

export const good = (about: string, says: string): Finding => ({ about, state: 'good', says });
export const note = (about: string, says: string, mend?: Mend): Finding => ({
  ...{ about, state: 'note', says },
  ...(mend && { mend }),
});
export const problem = (about: string, says: string, mend?: Mend): Finding => ({
  ...{ about, state: 'problem', says },
  ...(mend && { mend }),
});

/** `1 recording`, `3 recordings`. */
export const count = (number: number, thing: string): string =>
  `${number} ${thing}${number === 1 ? '' : 's'}`;

/** Says how many of a kind were found wrong. */
export function summary(findings: readonly Finding[]): string {
  const problems = findings.filter(({ state }) => state === 'problem').length;
  const notes = findings.filter(({ state }) => state === 'note').length;
  if (problems + notes === 0) return 'All is well.';
  return [count(problems, 'problem'), count(notes, 'note')].join(', ').concat('.');
}
