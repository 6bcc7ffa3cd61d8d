/** How keys are written down once, for what listens to them and for the help that lists them. */
/**
 * A line of the help: what it says, and the keys of each command in it, such as `Mod+Z` or `ArrowLeft`. `Mod` is Ctrl,
 * or the command key of a Mac. Commands `held` go on while their key is held down.
 */
export type KeyLine = readonly [
  does: string,
  commands: Readonly<Record<string, readonly string[]>>,
  held?: 'held',
];

export type KeyTable = readonly KeyLine[];

type Names<Commands> = Commands extends unknown ? keyof Commands & string : never;

export type CommandOf<Table extends KeyTable> = Names<Table[number][1]>;

/** What of a KeyboardEvent says which key it is. */
type Pressed = Record<'key' | 'code', string> &
  Record<'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey', boolean> & {
    getModifierState: (key: string) => boolean;
  };

/** The command of a table that a key gives, and whether it is given again and again while the key is held. */
export function commandOf<Table extends KeyTable>(
  table: Table,
  event: Pressed,
): { command: CommandOf<Table>; held: boolean } | null {
  for (const [, commands, held] of table) {
    for (const [command, keys] of Object.entries(commands)) {
      if (!keys.some((key) => isPressed(key, event))) continue;
      return { command: command as CommandOf<Table>, held: held !== undefined };
    }
  }
  return null;
}

function isPressed(key: string, event: Pressed): boolean {
  const parts = partsOf(key);
  const name = parts.at(-1) ?? '';
  if (letterOf(event) !== name.toLowerCase()) return false;
  // Keyboards differ in what else a sign takes: Shift for the slash, AltGr for a bracket.
  const asTyped = event.getModifierState('AltGraph');
  const isSign = name.length === 1 && !/[a-z]/iu.test(name);
  const control = (event.ctrlKey || event.metaKey) && !asTyped;
  const wantsControl = parts.includes('Mod') || parts.includes('Ctrl');
  return (
    control === wantsControl &&
    (!parts.includes('Ctrl') || event.ctrlKey) &&
    (event.altKey && !asTyped) === parts.includes('Alt') &&
    (isSign || event.shiftKey === parts.includes('Shift'))
  );
}

/** The plus between keys, not the key. */
const partsOf = (key: string) => key.split(/\+(?=.)/u);

/** Where letters are not Latin ones, the key at the place of one means it. */
function letterOf({ key, code }: Pressed): string {
  if (key === ' ') return 'space';
  const isForeign = /^[^\p{ASCII}]$/u.test(key) && /^Key[A-Z]$/u.test(code);
  return isForeign ? code.slice(-1).toLowerCase() : key.toLowerCase();
}

const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
  '-': '−',
};

/** A key as it is called on the user's keyboard, such as `Ctrl Z` or `⌘Z`. */
export function keyName(key: string, platform = navigator.platform): string {
  const apple = isApple(platform);
  const parts = partsOf(key).map((part) => {
    if (part === 'Mod') return apple ? '⌘' : 'Ctrl';
    return SIGNS[part] ?? part;
  });
  if (!apple || parts[0] !== '⌘') return parts.join(' ');
  return parts.includes('Shift') ? `⇧⌘${parts.at(-1)}` : parts.join('');
}

export function isApple(platform = navigator.platform): boolean {
  return /^(?:mac|ip)/i.test(platform);
}
