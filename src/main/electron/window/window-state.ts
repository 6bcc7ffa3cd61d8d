import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Rectangle } from 'electron';
import { z } from 'zod';

const WindowState = z.object({
  place: z.object({ x: z.int(), y: z.int() }).nullable(),
  width: z.int().min(640),
  height: z.int().min(480),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof WindowState>;

const FIRST: WindowState = { place: null, width: 1120, height: 800, maximized: false };
/** This much of the window must be on a screen for the user to reach it. */
const VISIBLE_PX = 100;

/** The window's last bounds; a position on a screen that no longer exists is dropped, the size is kept. */
export function loadWindowState(file: string, screens: readonly Rectangle[]): WindowState {
  const state = read(file);
  return screens.some((screen) => isSeen(state, screen)) ? state : { ...state, place: null };
}

function isSeen({ place, width }: WindowState, screen: Rectangle): boolean {
  if (!place) return false;
  const right = screen.x + screen.width;
  const bottom = screen.y + screen.height;
  return (
    place.x + VISIBLE_PX <= right &&
    place.x + width - VISIBLE_PX >= screen.x &&
    place.y >= screen.y &&
    place.y + VISIBLE_PX <= bottom
  );
}

/** Synchronous, because the program may be about to quit. */
export function saveWindowState(file: string, state: WindowState): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(state));
}

function read(file: string): WindowState {
  try {
    return WindowState.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return FIRST;
  }
}
