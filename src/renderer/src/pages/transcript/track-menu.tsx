import { Menu } from '@base-ui/react/menu';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { heardTracks } from '../../../../shared/transcription/tracks.ts';
import type { Transcription } from '../../../../shared/transcription/transcription.ts';
import { buttonClass } from '../../components/button.tsx';
import { MENU_ITEM, MenuPopup } from '../../components/menu-popup.tsx';
import { useAgain } from '../../stores/library/again-store.ts';
import { toTrackChoice, trackChoices } from '../../text/tracks.ts';

/** The other audio tracks of a recording of which one was heard; choosing one asks for the other options. */
export function TrackMenu({ transcription }: { transcription: Transcription }) {
  const { source, options } = transcription;
  const heard = String(heardTracks(source.tracks, options.track));
  const others = trackChoices(source.tracks).filter(([value]) => value !== heard);
  return (
    <Menu.Root>
      <Menu.Trigger className={`${buttonClass('plain')} mt-2`}>
        Transcribe again with…
        <ChevronDown aria-hidden />
      </Menu.Trigger>
      <MenuPopup align="start">
        {others.map(([value, name]) => (
          <Menu.Item
            key={value}
            className={`${MENU_ITEM} wrap-anywhere`}
            onClick={() => useAgain.getState().ask(transcription, { track: toTrackChoice(value) })}
          >
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
      </MenuPopup>
    </Menu.Root>
  );
}
