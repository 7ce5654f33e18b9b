import { ProfileView } from '../features/profile/profile-view.tsx';

export function Page() {
  return <ProfileView />;
}
