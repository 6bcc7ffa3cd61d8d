import { Popover } from '@base-ui/react/popover';
import { useEffect } from 'react';
import { returnFocus } from '../../../components/return-focus.ts';
import { useService } from '../../../stores/service-store.ts';
import { useVoices } from '../../../stores/settings-store.ts';
import { useAsked } from './asked-speakers.ts';
import { SpeakerMenu } from './speaker-menu.tsx';
import { SpeakerQuestions } from './speaker-question-dialog.tsx';

/** Asks for names of speakers, and what follows from them. */
export function SpeakerNames() {
  return (
    <>
      <SpeakerField />
      <SpeakerQuestions />
    </>
  );
}

/** Who says something: a field for the name, where it was asked for. Esc closes it and nothing else. */
function SpeakerField() {
  const asked = useAsked((state) => state.asked);
  // A label that is clicked while this is open may have asked for another name already.
  const close = () => useAsked.setState((now) => (now.asked === asked ? { asked: null } : now));
  useEffect(() => {
    if (asked && useService.getState().connection === 'live') void useVoices.load();
  }, [asked]);
  return (
    <Popover.Root open={asked !== null} onOpenChange={(open) => !open && close()}>
      {asked && (
        <Popover.Portal container={document.querySelector('main')}>
          <Popover.Positioner anchor={asked.anchor} align="start" sideOffset={4} className="z-20">
            <Popover.Popup
              aria-label="Who says it?"
              initialFocus={false}
              finalFocus={() => returnFocus(asked.home)}
              className="group/field max-h-(--available-height) w-96 max-w-(--available-width) overflow-y-auto rounded-lg border border-line bg-panel p-3 text-sm shadow-panel"
            >
              <SpeakerMenu key={`${asked.speaker} ${asked.start}`} asked={asked} onDone={close} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      )}
    </Popover.Root>
  );
}
