/** The result of one check. */
export type Finding = {
  /** What was checked, such as `Database`. */
  about: string;
  /** `note` is for information; for a `problem`, something does not work or stored data is at risk. */
  state: 'good' | 'note' | 'problem';
  /** A sentence, with what to do if action is needed. */
  says: string;
  /** The repair, if there is one. */
  mend?: Mend;
};

export type Mend = {
  /** What it does, as a phrase after "--fix". */
  does: string;
  run: () => void | Promise<void>;
};

export const good = (about: string, says: string): Finding => ({ about, state: 'good', says });
export const note = (about: string, says: string, mend?: Mend): Finding => ({
  about,
  state: 'note',
  says,
  ...(mend && { mend }),
});
export const problem = (about: string, says: string, mend?: Mend): Finding => ({
  about,
  state: 'problem',
  says,
  ...(mend && { mend }),
});

/** `1 recording`, `3 recordings`. */
export const count = (number: number, thing: string): string =>
  `${number} ${thing}${number === 1 ? '' : 's'}`;

/** Says how many problems and notes were found. */
export function summary(findings: readonly Finding[]): string {
  const problems = findings.filter(({ state }) => state === 'problem').length;
  const notes = findings.filter(({ state }) => state === 'note').length;
  if (problems + notes === 0) return 'All is well.';
  return [count(problems, 'problem'), count(notes, 'note')].join(', ').concat('.');
}
