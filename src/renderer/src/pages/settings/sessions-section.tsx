import type { Session } from '../../../../shared/accounts.ts';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Section } from '../../components/section.tsx';
import { useLoad } from '../../components/use-load.ts';
import { endSession, useSessions } from '../../stores/session-store.ts';
import { notify } from '../../stores/toasts.ts';
import { formatWhen } from '../../text/format.ts';

/** The browsers that may open this window, and signing them out. */
export function SessionsSection() {
  const { value: sessions } = useSessions();
  useLoad(useSessions.load);
  return (
    <>
      <p className="text-soft">
        A browser that opened a sign-in link stays signed in for 30 days. Anyone who uses it can see
        and change everything here.
      </p>
      <Section title="Signed-in browsers">
        {sessions && (
          <ul aria-label="Signed-in browsers" className="rows">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
        <ConfirmDialog
          trigger={<Button>Sign out everywhere</Button>}
          title="Sign out everywhere?"
          description="Every browser, including this one, will need a new sign-in link. API keys are not affected."
          action="Sign out"
          onConfirm={() => void notify(client.endSessions)}
        />
      </Section>
    </>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { browser, current, last_used_at, expires_at } = session;
  const now = new Date();
  return (
    <li className="flex min-h-15 items-center gap-4 py-2 pr-3 pl-4">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          {browser}
          {current && <span className="ml-2 text-sm font-normal text-soft">this browser</span>}
        </p>
        <p className="text-sm text-soft">
          Last used: {formatWhen(last_used_at, now)} · until {formatWhen(expires_at, now)}
        </p>
      </div>
      <Button
        aria-label={current ? 'Sign out of this browser' : `Sign out ${browser}`}
        onClick={() => void endSession(session)}
      >
        Sign out
      </Button>
    </li>
  );
}
