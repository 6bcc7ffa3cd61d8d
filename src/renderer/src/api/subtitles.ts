/** The text of a subtitle file. Its address may name another host than this page's: only its path is used. */
export async function fetchSubtitles(url: string): Promise<string> {
  const { pathname, search } = new URL(url);
  const response = await fetch(pathname + search);
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return response.text();
}
