import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { generateStories } from '#schemas/api/market.ts';
import { STORY_CATEGORIES } from '#schemas/vocabulary.ts';
import { api } from '../../client/api.ts';
import { useSession } from '../../client/current-user.ts';
import { reasonOf } from '../../client/failures.ts';
import { toasts } from '../../client/toasts.ts';
import { useAddress } from '../../client/use-address.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { MARKET_STORIES } from '../../content/market-stories.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { marketStoriesQuery, type Story } from './queries.ts';
import { StoriesHero } from './stories-hero.tsx';
import { StoryList } from './story-list.tsx';

const words = MARKET_STORIES;
/** Where the focus goes when the button that shows them is gone. */
const STORIES = 'stories';
const TABS = ['all', ...STORY_CATEGORIES] as const;

/** What the market's data tell, by category; the chosen one stands in the address. */
export function MarketStoriesView() {
  const stories = useQuery(marketStoriesQuery);
  return (
    <>
      <StoriesHero refreshing={stories.isFetching} onRefresh={() => void refresh(stories)} />
      <div className="frame grid grid-cols-1 gap-6 pb-16">
        {stories.isError && <LoadFailed words={words.failed} query={stories} />}
        {stories.isPending && <Loading />}
        {/* What was loaded before stays when a refresh fails; the notice says that it did. */}
        {stories.data && <Loaded stories={stories.data} />}
      </div>
    </>
  );
}

function Loaded({ stories }: { stories: readonly Story[] }) {
  const { params, setParams } = useAddress();
  const tab = TABS.find((known) => known === params.get('category')) ?? 'all';
  return (
    <div id={STORIES} tabIndex={-1} className="outline-none">
      <Tabs
        label={words.tabs.label}
        value={tab}
        onChange={(next, how) => setParams(next === 'all' ? {} : { category: next }, how)}
        tabs={TABS.map((value) => {
          const own = stories.filter(({ category }) => value === 'all' || category === value);
          return {
            value,
            label: words.tabs[value],
            content:
              own.length === 0 ? (
                <None elsewhere={stories.length} onAll={() => setParams({})} />
              ) : (
                <StoryList stories={own} />
              ),
          };
        })}
      />
    </div>
  );
}

interface NoneProps {
  /** Stories of other categories. */
  elsewhere: number;
  onAll: () => void;
}

function None({ elsewhere, onAll }: NoneProps) {
  const { generate, generating } = useGenerate();
  const { title, text } = words.empty;
  const isAll = elsewhere === 0;
  return (
    <EmptyCard
      type="pop-up"
      words={{ title, text: isAll ? text : words.empty.elsewhere(elsewhere) }}
    >
      <div className="flex flex-wrap justify-center gap-3">
        {!isAll && (
          <Button heir={STORIES} onClick={onAll}>
            {words.empty.all}
          </Button>
        )}
        <Button look={isAll ? 'primary' : 'secondary'} disabled={generating} onClick={generate}>
          {generating ? words.empty.generating : words.empty.generate}
        </Button>
      </div>
    </EmptyCard>
  );
}

/** Staff have the stories told anew; whoever else asks, asks for what has been told since. */
function useGenerate() {
  const { user } = useSession();
  const stories = useQuery({ ...marketStoriesQuery, enabled: false });
  const telling = useMutation({
    mutationFn: () => api(generateStories, {}),
    onSuccess: ({ state, stories: told }) => {
      // Of another category they are not seen here, and those of before are no outcome of a run that failed.
      const outcome = state === 'published' && told > 0 ? upToDate(told) : words.told[state];
      toasts.show({ ...outcome, tone: TONES[state] });
    },
    onError: (error) =>
      toasts.show({ ...words.notTold, text: reasonOf(error, words.notTold.text), tone: 'bad' }),
    onSettled: () => stories.refetch(),
  });
  const isStaff = user?.staffControls === true;
  return {
    generate: () => (isStaff ? telling.mutate() : void refresh(stories)),
    generating: telling.isPending || stories.isFetching,
  };
}

/** Says that it was done: mostly nothing else has been told since, and an answer that comes at once shows nothing. */
async function refresh(stories: Pick<UseQueryResult<Story[]>, 'refetch'>): Promise<void> {
  const { isSuccess, data } = await stories.refetch();
  if (isSuccess) toasts.show({ ...upToDate(data.length), tone: 'good' });
}

const upToDate = (told: number) => ({ ...words.refreshed, text: words.refreshed.text(told) });

const TONES = { published: 'good', running: 'good', kept_back: 'bad', failed: 'bad' } as const;

const Loading = () => (
  <div aria-busy="true" className="grid gap-6">
    <p role="status" className="sr-only">
      {words.loading}
    </p>
    <Skeleton className="mx-auto h-38 w-full max-w-4xl rounded-card sm:h-14" />
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      {['one', 'two', 'three'].map((card) => (
        <Card key={card} className="grid gap-4" data-skeleton="story">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-8 w-4/5" />
          <Skeleton className="h-24" />
          <Skeleton className="h-32" />
        </Card>
      ))}
    </div>
  </div>
);
