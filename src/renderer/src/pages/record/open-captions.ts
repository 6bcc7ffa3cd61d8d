/** Opens the small window with the text in large letters: above all others in the desktop app. */
export function openCaptions(): void {
  if (window.steno) void window.steno.openCaptions();
  else window.open('/captions', 'steno-captions', 'popup,width=900,height=240');
}
