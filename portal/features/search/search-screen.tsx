import { useAddress } from '../../client/use-address.ts';
import { useSavedRvs } from '../../client/saved-rvs.ts';
import { SEARCH } from '../../content/search.ts';
import { count } from '../../ui/format.ts';
import { later } from '../../ui/later.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Part } from '../../ui/part.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ResultsSkeleton } from './results.tsx';
import { SearchView } from './search-view.tsx';

const SavedList = later(async () => (await import('./saved-list.tsx')).SavedList);

/** The search, and beside it what was saved of it. */
export function SearchScreen() {
  const { params, change } = useAddress();
  const { saved } = useSavedRvs();
  const view = params.get('view') === 'saved' ? 'saved' : 'search';
  const show = (next: typeof view) => change({ view: next === 'search' ? null : next });
  return (
    <div className="frame pt-6 pb-12 sm:pt-10">
      <header className="mb-6 print:mb-2">
        <PageHead title={SEARCH.title} text={SEARCH.intro} />
      </header>
      <Tabs
        label={SEARCH.views.label}
        value={view}
        onChange={show}
        tabs={[
          { value: 'search', label: SEARCH.views.search, content: <SearchView /> },
          {
            value: 'saved',
            label:
              saved.data === undefined
                ? SEARCH.views.saved
                : SEARCH.savedCount(count(saved.data.length)),
            content: (
              <Part waiting={<ResultsSkeleton />}>
                <SavedList onSearch={() => show('search')} />
              </Part>
            ),
          },
        ]}
      />
    </div>
  );
}
