import { Tabs } from '@base-ui/react/tabs';

const TAB =
  'h-9 shrink-0 max-sm:px-1.5 border-b-2 border-transparent px-3 text-sm text-soft hover:text-ink data-active:border-accent data-active:font-medium data-active:text-ink';

/** The ways to look at a transcript; some are there only when it was structured. */
export function TabList({ structured }: { structured: boolean }) {
  return (
    <Tabs.List aria-label="Views" className="-mb-px flex max-w-full overflow-x-auto">
      <Tabs.Tab value="read" className={TAB}>
        Read
      </Tabs.Tab>
      {structured && (
        <>
          <Tabs.Tab value="summary" className={TAB}>
            Summary
          </Tabs.Tab>
          <Tabs.Tab value="terms" className={TAB}>
            Terms
          </Tabs.Tab>
        </>
      )}
      <Tabs.Tab value="speakers" className={TAB}>
        Speakers
      </Tabs.Tab>
      <Tabs.Tab value="subtitles" className={TAB}>
        Subtitles
      </Tabs.Tab>
    </Tabs.List>
  );
}
