import { afterEach, expect, it } from 'vitest';
import { forgetOwner, forgetTab, pageOwner, setTabOwner, tabOwner } from './tab-owner.ts';

afterEach(forgetOwner);

it('takes nobody else for whom the page was drawn, while it is loaded anew for them', () => {
  setTabOwner('ada');
  forgetTab();
  setTabOwner('bob');
  expect({ page: pageOwner(), tab: tabOwner() }).toEqual({ page: 'ada', tab: 'bob' });
});

it('is the next one’s where the one before signed out on the page', () => {
  setTabOwner('ada');
  forgetOwner();
  expect([pageOwner(), tabOwner()]).toEqual([null, null]);
  setTabOwner('bob');
  expect(pageOwner()).toBe('bob');
});
