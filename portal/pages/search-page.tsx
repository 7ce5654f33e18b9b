import { SearchScreen } from '../features/search/search-screen.tsx';

export function Page() {
  return <SearchScreen />;
}
