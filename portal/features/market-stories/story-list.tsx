import { useState } from 'react';
import { useAddress } from '../../client/use-address.ts';
import { MARKET_STORIES } from '../../content/market-stories.ts';
import { Button } from '../../ui/button.tsx';
import type { Story } from './queries.ts';
import { StoryCard } from './story-card.tsx';

/** So many are drawn at once: a market can have thousands. */
const AT_ONCE = 24;

const focus = (item: HTMLLIElement | null) => item?.focus({ preventScroll: true });

/** The first stories, and more of them as often as they are asked for, which the address keeps. */
export function StoryList({ stories }: { stories: readonly Story[] }) {
  const { params, change } = useAddress();
  const shown = Math.max(AT_ONCE, Math.floor(Number(params.get('shown'))) || 0);
  const left = stories.length - shown;

  // Who asked for more reads on where it begins; the button may be gone. By its id: others may come before it.
  const [readOn, setReadOn] = useState<string>();
  const showMore = () => {
    setReadOn(stories[shown]?.id);
    change({ shown: String(shown + AT_ONCE) }, { replace: true });
  };

  return (
    <>
      <ul className="grid grid-cols-1 gap-6 lg:grid-cols-2 print:block print:space-y-4">
        {stories.slice(0, shown).map((story) => (
          <li
            key={story.id}
            ref={story.id === readOn ? focus : undefined}
            tabIndex={-1}
            className="outline-none"
          >
            <StoryCard story={story} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <div className="no-print mt-6 grid justify-items-center">
          <Button look="secondary" onClick={showMore}>
            {MARKET_STORIES.more(Math.min(left, AT_ONCE), left)}
          </Button>
        </div>
      )}
    </>
  );
}
