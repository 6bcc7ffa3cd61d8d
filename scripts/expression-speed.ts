/**
 * Regular expressions whose time grows with the square of a text, or worse: a small text of somebody else's then stops
 * everything. Two ways lead there. `scslre` finds parts that trade characters with each other. What it does not look for
 * is a search that begins again and again: each `<think>` of many lets `<think>[^]*<\/think>` run to the end of the text.
 */
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { isDisjointWith, JS, NFA } from 'refa';
import { analyse } from 'scslre';
import type { Expression } from './source-files.ts';

/** Why the expression is slow, for its author; null if it is not. */
export function reasonAgainst({ source, flags }: Omit<Expression, 'line'>): string | null {
  const [report] = analyse({ source, flags }, { maxReports: 1 }).reports;
  if (report)
    return `slow for many ${report.character.literal.source.slice(0, 40)} (${report.type})`;
  const again = findRestart(source, flags);
  return again === null ? null : `every ${again.start} reads on with ${again.runsOn}`;
}

/**
 * A repeated part that may run over what begins the expression: of n such beginnings each reads to the end. It does no
 * harm where nothing after it can fail, and where the expression begins at a fixed place.
 */
function findRestart(source: string, flags: string): { start: string; runsOn: string } | null {
  const modes = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, modes);
  if (flags.includes('y')) return null;
  const toNfa = (bare: string) => {
    const parser = JS.Parser.fromLiteral({ source: bare, flags });
    const { expression, maxCharacter } = parser.parse({ backreferences: 'unknown' });
    return NFA.fromRegex(expression, { maxCharacter }, { unknowns: 'disable' });
  };
  let found: { start: string; runsOn: string } | null = null;
  visitRegExpAST(pattern, {
    onQuantifierEnter(node) {
      if (found || node.max !== Number.POSITIVE_INFINITY || isLookedFor(node)) return;
      const before = around(node, 'before');
      const after = around(node, 'after');
      if (before.some(isStart(flags.includes('m'))) || !after.some(canFail)) return;
      const start = before.map(bare).join('');
      // What begins the expression itself, scslre judges.
      if (start === '' || isDisjointWith(toNfa(start), toNfa(`(?:${bare(node.element)})+`))) return;
      found = { start, runsOn: node.raw };
    },
  });
  return found;
}

/** The elements before or after a node that are matched together with it, out to the whole pattern. */
function around(node: AST.Node, side: 'before' | 'after'): AST.Element[] {
  const elements: AST.Element[] = [];
  for (let inner = node; inner.parent; inner = inner.parent) {
    const { parent } = inner;
    if (parent.type !== 'Alternative') continue;
    const at = parent.elements.indexOf(inner as AST.Element);
    if (side === 'before') elements.unshift(...parent.elements.slice(0, at));
    else elements.push(...parent.elements.slice(at + 1));
  }
  return elements;
}

/** Whether it is within a look-around, which `scslre` judges by itself. */
function isLookedFor(node: AST.Node): boolean {
  for (let outer: AST.Node | null = node; outer; outer = outer.parent) {
    if (outer.type === 'Assertion') return true;
  }
  return false;
}

function isStart(multiline: boolean) {
  return (element: AST.Element): boolean =>
    element.type === 'Assertion' && element.kind === 'start' && !multiline;
}

function canFail(element: AST.Element): boolean {
  if (element.type === 'Quantifier') return element.min > 0 && canFail(element.element);
  if (element.type === 'Group' || element.type === 'CapturingGroup') {
    return element.alternatives.every(({ elements }) => elements.some(canFail));
  }
  return true;
}

/** The source without look-arounds, edges and references, which automata cannot have. */
function bare(element: AST.Element): string {
  if (element.type === 'Assertion') return '';
  if (element.type === 'Backreference') return '[^]*';
  if (element.type === 'Quantifier') {
    const times = element.raw.slice(element.element.raw.length);
    return `(?:${bare(element.element)})${times}`;
  }
  if (element.type === 'Group' || element.type === 'CapturingGroup') {
    return `(?:${element.alternatives.map(({ elements }) => elements.map(bare).join('')).join('|')})`;
  }
  return element.raw;
}
