import { useEffect } from 'react';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useFind } from '../../../stores/transcript/find-store.ts';

/** What an earlier page left unsaved comes first; what was changed is stored also when the person goes away at once. */
export function useLeaving(id: string): void {
  useEffect(() => {
    void useEdits.getState().enter(id);
    const leave = () => {
      useEdits.getState().leave();
      useFind.getState().close();
      useFind.getState().setDoubt(null);
    };
    const store = () => void useEdits.getState().save({ keepalive: true });
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      leave();
    };
  }, [id]);
}
