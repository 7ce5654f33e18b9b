import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { marketStories } from '#schemas/api/market.ts';
import { api } from '../../client/api.ts';

export type Story = z.output<typeof marketStories.response>[number];

export const marketStoriesQuery = queryOptions({
  queryKey: [marketStories.path],
  queryFn: ({ signal }) => api(marketStories, {}, signal),
});
