import { useEffect } from 'react';
import { FloatingCard } from '../../../components/floating-card.tsx';
import { useService } from '../../../stores/service-store.ts';
import { useVoices } from '../../../stores/settings-store.ts';
import { NameForm } from './name-form.tsx';
import { useAsked } from './open-name-field.ts';

/** Who says something: a field for the name, where it was asked for. Esc closes it and nothing else. */
export function NameCard() {
  const asked = useAsked((state) => state.asked);
  // A label that is clicked while this is open may have asked for another name already.
  const close = () => useAsked.setState((now) => (now.asked === asked ? { asked: null } : now));
  useEffect(() => {
    if (asked && useService.getState().connection === 'live') void useVoices.load();
  }, [asked]);
  return (
    <FloatingCard
      open={asked !== null}
      label="Who says it?"
      anchor={asked?.anchor}
      home={asked?.home}
      onClose={close}
    >
      {asked && <NameForm key={`${asked.speaker} ${asked.start}`} asked={asked} onDone={close} />}
    </FloatingCard>
  );
}
