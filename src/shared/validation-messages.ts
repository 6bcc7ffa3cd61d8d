/** What is wrong with a value somebody gave, in words for people: for the API, the command line and the window alike. */
import { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;
type Issue = z.core.$ZodIssue;

/** What is wrong, as a sentence with the name of the value; and that name, as it is written in requests. */
export type Problem = {
  about: 'unknown' | 'wrong';
  param: string | null;
  message: string;
};

/** Checks a value; of what is wrong with it, says the first. `name` is what the value itself is called. */
export function parseWorded<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
  name = 'The request',
): { data: Output; problem: null } | { data: null; problem: Problem } {
  const parsed = schema.safeParse(value, { error: wordIssue });
  if (parsed.success) return { data: parsed.data, problem: null };
  return { data: null, problem: firstProblem(parsed.error.issues, value, name) };
}

function firstProblem(issues: readonly Issue[], value: unknown, name: string): Problem {
  // A misspelled field explains why the correct one is missing.
  const unknown = issues.find(({ code }) => code === 'unrecognized_keys');
  // Of a number far too large, zod first says that it is none a computer counts with.
  const limited = issues.find((issue) => !('note' in issue));
  const issue = innermost(unknown ?? limited ?? issues[0]);
  const path = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') {
    const field = issue.keys[0] ?? '';
    const param = path ? `${path}.${field}` : field;
    return { about: 'unknown', param, message: `There is no field "${param}".` };
  }
  const isMissing = issue?.code === 'invalid_type' && path && !isThere(value, issue.path);
  const says = isMissing ? 'is missing' : (issue?.message ?? NOT_VALID);
  return { about: 'wrong', param: path || null, message: `${path || name} ${says}.` };
}

/** Of several shapes that a value may have, the one it got furthest with says most. */
function innermost(issue: Issue | undefined): Issue | undefined {
  if (issue?.code !== 'invalid_union' || issue.discriminator !== undefined) return issue;
  const inside = issue.errors
    .flatMap(([first]) => (first && first.path.length > 0 ? [first] : []))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  return inside ? innermost({ ...inside, path: [...issue.path, ...inside.path] }) : issue;
}

/** zod does not distinguish a wrong value from a missing one. */
function isThere(value: unknown, path: readonly PropertyKey[]): boolean {
  let at: unknown = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return false;
    at = Reflect.get(at, step);
  }
  return at !== undefined;
}

const NOT_VALID = 'is not valid';

/**
 * For each of zod's codes what follows the name of a value, such as "must be at most 200 characters". The messages that
 * schemas have of their own are written the same way.
 */
function wordIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${wordType(issue)}`;
    case 'too_big':
      return `must ${amount(issue.origin, Number(issue.maximum), atMost(issue))}`;
    case 'too_small':
      if (Number(issue.minimum) === 1 && issue.origin in UNITS && !issue.exact) {
        return 'must not be empty';
      }
      return `must ${amount(issue.origin, Number(issue.minimum), atLeast(issue))}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return wordFormat(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return wordUnion(issue);
    case 'invalid_key':
      return `is a name that ${issue.issues[0]?.message ?? NOT_VALID}`;
    case 'invalid_element':
      return `has a value that ${issue.issues[0]?.message ?? NOT_VALID}`;
    case 'unrecognized_keys':
      return `has no field "${issue.keys[0] ?? ''}"`;
    case 'custom':
      return NOT_VALID;
  }
}

function wordType({ expected, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  const isWhole = inst instanceof z.ZodNumber && inst.isInt;
  return TYPES[isWhole ? 'int' : expected] ?? `a value of the type ${expected}`;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** What a length counts. */
const UNITS: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'item',
};

type Limit = { exact?: boolean | undefined; inclusive?: boolean | undefined };
const atMost = ({ exact, inclusive }: Limit) =>
  exact ? 'exactly' : inclusive ? 'at most' : 'less than';
const atLeast = ({ exact, inclusive }: Limit) =>
  exact ? 'exactly' : inclusive ? 'at least' : 'more than';

/** Such as "be at most 200 characters", "have at least 2 items" or "be less than 5". */
function amount(origin: string, count: number, limit: string): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `be ${limit} ${count}`;
  const things = `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`;
  return `${origin === 'string' ? 'be' : 'have'} ${limit} ${things}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  url: 'an address such as https://example.com/',
  datetime: 'a date and time such as 2026-05-04T09:30:00Z',
  uuid: 'a UUID',
};

function wordFormat(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>): string {
  const { format, prefix, suffix, includes } = issue;
  if (format === 'starts_with') return `must begin with ${String(prefix)}`;
  if (format === 'ends_with') return `must end with ${String(suffix)}`;
  if (format === 'includes') return `must contain ${String(includes)}`;
  const known = FORMATS[format];
  return known === undefined ? 'is not written as it should be' : `must be ${known}`;
}

function wordUnion(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  const { options } = issue;
  if (Array.isArray(options)) return `must be one of ${options.map(String).join(', ')}`;
  const ways = issue.errors.flatMap(([first]) => (first ? [first.message] : []));
  const others = ways.slice(1).map((way) => way.replace(/^must be /, ''));
  return [ways[0] ?? NOT_VALID, ...new Set(others)].join(', or ');
}
