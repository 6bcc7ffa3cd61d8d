import { describe, expect, test } from 'vitest';
import { commandOf, type KeyTable, keyName } from '../../../src/renderer/src/keys/key-matching.ts';
import * as keys from '../../../src/renderer/src/keys/key-tables.ts';

const { LIBRARY_HELP, RECORD_HELP, TRANSCRIPT_HELP, ...tables } = keys;

type Pressed = Parameters<typeof commandOf>[1];

/** A key as browsers tell of it. */
function press(key: string, others: Partial<Pressed> & { altGraph?: boolean } = {}): Pressed {
  const { altGraph = false, ...rest } = others;
  const none = { code: '', altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  return { ...none, key, getModifierState: () => altGraph, ...rest };
}

const command = (table: KeyTable, pressed: Pressed) => commandOf(table, pressed)?.command;

describe('the keys of the window', () => {
  test('are listed by the help, all of them, and none of them twice in one table', () => {
    const listed = [...TRANSCRIPT_HELP, ...LIBRARY_HELP, ...RECORD_HELP].flatMap(
      ({ lines }) => lines,
    );
    for (const [name, table] of Object.entries<KeyTable>(tables)) {
      expect(table.length, name).toBeGreaterThan(0);
      for (const line of table) expect(listed).toContain(line);
      const keys = table.flatMap(([, commands]) => Object.values(commands).flat());
      expect(new Set(keys).size, name).toBe(keys.length);
    }
  });

  test('are heard with Caps Lock, and with what else a keyboard takes to type a sign', () => {
    const { TRANSCRIPT_KEYS } = tables;
    expect(command(TRANSCRIPT_KEYS, press('K'))).toBe('play');
    expect(command(TRANSCRIPT_KEYS, press('K', { shiftKey: true }))).toBeUndefined();
    expect(command(TRANSCRIPT_KEYS, press('/', { shiftKey: true }))).toBe('find');
    const german = { altGraph: true, ctrlKey: true, altKey: true };
    expect(command(TRANSCRIPT_KEYS, press('[', german))).toBe('slower');
    expect(command(TRANSCRIPT_KEYS, press(']', { ctrlKey: true }))).toBeUndefined();
    expect(command(TRANSCRIPT_KEYS, press(' '))).toBe('play');
  });

  test('are where they are on the keyboard in scripts with other letters', () => {
    const { TRANSCRIPT_KEYS } = tables;
    expect(command(TRANSCRIPT_KEYS, press('я', { code: 'KeyZ', ctrlKey: true }))).toBe('undo');
    expect(command(TRANSCRIPT_KEYS, press('у', { code: 'KeyE' }))).toBe('correct');
    expect(command(TRANSCRIPT_KEYS, press('ä', { code: 'Quote' }))).toBeUndefined();
  });

  test('with Control or the command key differ from those without', () => {
    const { TRANSCRIPT_KEYS, WRITING_KEYS } = tables;
    expect(command(TRANSCRIPT_KEYS, press('s'))).toBe('give');
    expect(command(TRANSCRIPT_KEYS, press('s', { metaKey: true }))).toBe('export');
    expect(command(TRANSCRIPT_KEYS, press('Z', { metaKey: true, shiftKey: true }))).toBe('redo');
    expect(command(TRANSCRIPT_KEYS, press('s', { altKey: true }))).toBeUndefined();
    expect(command(WRITING_KEYS, press('Tab', { shiftKey: true }))).toBe('doubtBefore');
    expect(command(WRITING_KEYS, press(' ', { metaKey: true }))).toBeUndefined();
    expect(command(WRITING_KEYS, press(' ', { ctrlKey: true }))).toBe('play');
  });

  test.each([
    ['Mod+Shift+Z', '⇧⌘Z', 'Ctrl Shift Z'],
    ['Shift+ArrowUp', 'Shift ↑', 'Shift ↑'],
    ['+', '+', '+'],
  ])('are called as on the keyboard: %s', (key, mac, others) => {
    expect(keyName(key, 'MacIntel')).toBe(mac);
    expect(keyName(key, 'Win32')).toBe(others);
  });
});
