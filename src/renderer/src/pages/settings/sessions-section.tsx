import type { Session } from '../../../../shared/accounts.ts';
import { client } from '../../api/client.ts';
import { unless } from '../../api/error-text.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Row, Rows } from '../../components/rows.tsx';
import { Section } from '../../components/section.tsx';
import { useLoaded } from '../../components/use-load.ts';
import { createLoadedStore } from '../../stores/create-store.ts';
import { notify } from '../../stores/toasts.ts';
import { formatWhen } from '../../text/format.ts';

const useSessions = createLoadedStore(async () => (await client.listSessions()).data);

/** The browsers that may open this window, and signing them out. */
export function SessionsSection() {
  const sessions = useLoaded(useSessions);
  return (
    <>
      <p className="text-soft">
        A browser that opened a sign-in link stays signed in for 30 days. Anyone who uses it can see
        and change everything here.
      </p>
      <Section title="Signed-in browsers">
        <Rows label="Signed-in browsers" items={sessions}>
          {(session) => <SessionRow key={session.id} session={session} />}
        </Rows>
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
  const { id, browser, current, last_used_at, expires_at } = session;
  const end = () => unless('not_found', () => client.endSession(id));
  return (
    <Row
      title={
        <>
          {browser}
          {current && <span className="ml-2 text-sm font-normal text-soft">this browser</span>}
        </>
      }
      lines={[`Last used: ${formatWhen(last_used_at)} · until ${formatWhen(expires_at)}`]}
    >
      <Button
        aria-label={current ? 'Sign out of this browser' : `Sign out ${browser}`}
        // This one then shows how to sign in.
        onClick={() => (current ? notify(end) : useSessions.change(end))}
      >
        Sign out
      </Button>
    </Row>
  );
}
