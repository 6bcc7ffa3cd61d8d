import { useEffect, useState } from 'react';
import { ShortcutsDialog } from '../../components/dialogs/shortcuts-dialog.tsx';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { HELP_KEYS, RECORD_HELP } from '../../keys/key-tables.ts';
import { usePageKeys } from '../../keys/page-keys.ts';
import { navigate } from '../../router.ts';
import { isUnderWay, useRecorder } from '../../stores/recorder/recorder-store.ts';
import { BeforeRecording } from './before-recording.tsx';
import { InterruptedNotices } from './interrupted-notices.tsx';
import { OtherRecordings } from './other-recordings.tsx';
import { WhileRecording } from './while-recording.tsx';

/** Records: choices and levels before, time and text meanwhile; then the recording’s own page opens. */
export default function RecordPage() {
  const underWay = useRecorder(isUnderWay);
  useMicrophoneMeanwhile();
  useOpenFinished();
  const [help, setHelp] = useState(false);
  usePageKeys(HELP_KEYS, { help: () => setHelp(true) });
  return (
    <main className="mx-auto max-w-3xl space-y-6 px-4 py-6 sm:px-6">
      <PageHeading title={underWay ? 'Recording' : 'Record'}>
        {underWay ? 'Recording' : 'Record'}
      </PageHeading>
      {underWay ? (
        <WhileRecording />
      ) : (
        <>
          <InterruptedNotices />
          <BeforeRecording />
        </>
      )}
      <OtherRecordings />
      <ShortcutsDialog groups={RECORD_HELP} open={help} onClose={() => setHelp(false)} />
    </main>
  );
}

/** It is open while the page is, and as long as it is recorded. */
function useMicrophoneMeanwhile(): void {
  const off = useRecorder(({ phase }) => phase === 'off');
  useEffect(() => {
    if (off && useRecorder.getState().finishedId === null) useRecorder.listen();
  }, [off]);
  useEffect(() => useRecorder.leave, []);
}

function useOpenFinished(): void {
  const finishedId = useRecorder((state) => state.finishedId);
  useEffect(() => {
    if (finishedId === null) return;
    useRecorder.setState({ finishedId: null });
    navigate(`/t/${finishedId}`);
  }, [finishedId]);
}
