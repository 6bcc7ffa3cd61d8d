import type { TestApp } from './app.ts';

/** Signs a browser in as a person does, by a link. Gives the headers that it sends from then on. */
export async function signInByBrowser({
  client,
}: Pick<TestApp, 'client'>): Promise<{ cookie: string }> {
  const { url } = await client.createSignInLink();
  const response = await fetch(url, { headers: { 'user-agent': 'Test browser' } });
  const [cookie = ''] = response.headers.getSetCookie();
  return { cookie: cookie.split(';')[0] ?? '' };
}
