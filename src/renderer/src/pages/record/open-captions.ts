/** Opens the small window with the text of a recording in large letters: above all others in the desktop app. */
export function openCaptions(id: string): void {
  if (window.steno) void window.steno.openCaptions(id);
  else window.open(`/captions?of=${id}`, 'steno-captions', 'popup,width=900,height=240');
}

/** Which recording a window was opened for; `null` for whichever is made. */
export const askedOf = (search: string): string | null => new URLSearchParams(search).get('of');
