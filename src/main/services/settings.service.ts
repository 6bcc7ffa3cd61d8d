import { DEFAULT_SETTINGS, Settings, SettingsPatch } from '../../shared/settings.ts';
import type { EventBus } from '../events.ts';
import type { Logger } from '../logger.ts';
import type { SettingsRepository } from '../repositories/settings.repository.ts';

export type SettingsService = ReturnType<typeof createSettingsService>;

/** What the person has set, with defaults for the rest. */
export function createSettingsService({
  settings,
  events,
  logger,
  check,
}: {
  settings: SettingsRepository;
  events: EventBus;
  logger: Logger;
  /** Throws for values that mean nothing on this machine, such as a model that is not there. */
  check: (patch: SettingsPatch) => Promise<void>;
}) {
  const get = async (): Promise<Settings> => {
    const stored = await settings.all();
    const merged: Record<string, unknown> = { ...DEFAULT_SETTINGS };
    for (const name of Object.keys(DEFAULT_SETTINGS)) {
      if (!(name in stored)) continue;
      // A value another version wrote must not keep the service from working.
      const known = SettingsPatch.safeParse({ [name]: stored[name] });
      if (known.success) Object.assign(merged, known.data);
      else
        logger.warn({ setting: name }, 'a stored setting is not understood, its default is used');
    }
    return Settings.parse(merged);
  };

  return {
    get,

    /** Changes what is given, and tells the window. */
    async update(patch: SettingsPatch): Promise<Settings> {
      await check(patch);
      await settings.save(patch);
      const now = await get();
      events.emit({ type: 'settings', settings: now });
      return now;
    },
  };
}
