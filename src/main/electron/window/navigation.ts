import type { Session, WebContents } from 'electron';
import type { NavigationPolicy } from './navigation-policy.ts';

/** Keeps a page on its origin, opens no second window, and hands clicked links to the system. */
export function guardNavigation(
  contents: WebContents,
  policy: NavigationPolicy,
  openExternal: (url: string) => Promise<void>,
): void {
  const openClicked = (url: string) => {
    if (policy.mayOpenOutside(url)) void openExternal(url);
  };
  contents.on('input-event', (_event, { type }) => policy.noteInput(type));
  contents.setWindowOpenHandler(({ url }) => {
    openClicked(url);
    return { action: 'deny' };
  });
  contents.on('will-frame-navigate', (event) => {
    if (policy.isOwnPage(event.url)) return;
    event.preventDefault();
    openClicked(event.url);
  });
  contents.on('will-redirect', (event) => {
    if (!policy.isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Gives pages of the session only what the policy allows, whether they ask or just try. */
export function guardPermissions(session: Session, policy: NavigationPolicy): void {
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    policy.mayUse(permission, requestingOrigin),
  );
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(policy.mayUse(permission, requestingUrl)),
  );
}
