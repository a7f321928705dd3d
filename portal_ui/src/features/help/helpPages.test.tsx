// @vitest-environment jsdom
import MenuList from '@mui/material/MenuList';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { UserMenuContext } from 'ra-core';
import { Link } from 'react-router';
import { expect, it, vi } from 'vitest';
import { OpenFeedbackProvider } from '../../core/layout/openFeedback';
import { stubMediaQueries } from '../../core/ui/testing';
import { renderAt } from '../imports/testing';
import { type Guide, groupBySection } from './guides';
import { HelpArticle } from './HelpArticle';
import { HelpMenuEntry } from './HelpButton';
import { HelpContents } from './HelpContents';
import { HelpLink } from './HelpLink';
import { HelpMessages } from './HelpMessages';
import HelpPage from './HelpPage';
import HelpPanel from './HelpPanel';
import { getSentences, type HelpText } from './helpText';
import { searchHelp } from './searchHelp';

const buildGuide = (name: string, section = 'requests'): Guide => ({ name, section, roles: ['CLIENT'], screens: [] });

it('groups pages by section in the order of their first page', () => {
  const guides = [buildGuide('a', 'x'), buildGuide('b', 'y'), buildGuide('c', 'x')];
  expect(groupBySection(guides).map(([section, pages]) => [section, pages.map(({ name }) => name)])).toEqual([
    ['x', ['a', 'c']],
    ['y', ['b']],
  ]);
});

it('searches labels, links, steps and descriptions of pictures', () => {
  const size = { width: 1, height: 1 };
  expect(
    getSentences({ kind: 'text', inlines: ['Press ', { label: 'Save' }, ' or ', { page: 'a', text: 'this' }] }),
  ).toEqual(['Press Save or this']);
  expect(getSentences({ kind: 'steps', items: [['One'], ['Two']] })).toEqual(['One', 'Two']);
  expect(getSentences({ kind: 'picture', name: 'p', description: 'A list', size, phoneSize: size })).toEqual([
    'A list',
  ]);
});

it('finds pages with all words, those with them in the title first, each with its first matching sentence', () => {
  const write = (title: string, ...sentences: string[]): HelpText => ({
    title,
    blocks: sentences.map((sentence) => ({ kind: 'text', inlines: [sentence] })),
  });
  const texts = new Map([
    ['plain', write('Parcels', 'First line.', 'Pack the unit.', 'Then pack again.')],
    ['titled', write('Pack a unit', 'Something else.')],
    ['half', write('Other', 'Pack it.')],
  ]);
  const guides = ['plain', 'missing', 'titled', 'half'].map((name) => buildGuide(name));
  const found = searchHelp(guides, texts, '  unit  pack ');
  expect(found.map(({ guide, sentence }) => [guide.name, sentence])).toEqual([
    ['titled', 'Something else.'],
    ['plain', 'Pack the unit.'],
  ]);
});

const show = (part: React.ReactNode, role = 'CLIENT', path = 'x') =>
  renderAt(<HelpMessages>{part}</HelpMessages>, { at: `/en/${path}`, route: '/:lang/*', meta: { role } as never });

it('opens a link inside the panel, but in a new tab with a modifier key', async () => {
  const onOpen = vi.fn();
  await show(
    <HelpLink page="pack" onOpen={onOpen}>
      Pack
    </HelpLink>,
  );
  const link = await screen.findByRole('link', { name: 'Pack' });
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey']) fireEvent.click(link, { [key]: true });
  expect(onOpen).not.toHaveBeenCalled();
  expect(fireEvent.click(link)).toBe(false);
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('pack');
});

it('follows a link of a help page without a panel', async () => {
  const getUrl = await show(<HelpLink page="pack">Pack</HelpLink>);
  fireEvent.click(await screen.findByRole('link', { name: 'Pack' }));
  await waitFor(() => expect(getUrl()).toBe('/en/help/pack'));
});

it('shows headings, steps and a picture that a click enlarges and another one shrinks', async () => {
  await show(<HelpArticle name="pack" heading="h3" />);
  const [picture] = await screen.findAllByRole('button', { pressed: false });
  expect(
    within(picture as HTMLElement)
      .getByRole('img')
      .getAttribute('alt'),
  ).toBeTruthy();
  fireEvent.click(picture as HTMLElement);
  expect(picture?.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(picture as HTMLElement);
  expect(picture?.getAttribute('aria-pressed')).toBe('false');
  expect(screen.getAllByRole('list')[0]?.tagName).toBe('OL');
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
});

it('lists sections with a short text for each page, and two popular pages besides problems', async () => {
  await show(<HelpContents heading="h2" hasPopular />);
  const popular = within(await screen.findByRole('navigation', { name: 'Popular' }));
  expect(popular.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/en/help/repair-shipping',
    '/en/help/pack',
    '/en/help/trouble',
  ]);
  expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('Requests');
  expect(screen.getByText('Packing list, invoice, and labels')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});

it('announces that a search has no result, and lists all pages again without a word', async () => {
  await show(<HelpContents heading="h2" />);
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search help' });
  expect(screen.queryByRole('navigation')).toBeNull();
  fireEvent.change(field, { target: { value: 'zzzz' } });
  expect(screen.getByRole('status').textContent).toBe('0 results');
  expect(screen.queryByRole('listitem')).toBeNull();
  fireEvent.change(field, { target: { value: '  ' } });
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(10);
  expect(field.maxLength).toBe(100);
});

it('offers feedback below all topics', async () => {
  const openFeedback = vi.fn();
  await renderAt(
    <OpenFeedbackProvider value={openFeedback}>
      <HelpPage />
    </OpenFeedbackProvider>,
    { at: '/en/help', route: '/:lang/help', meta: { role: 'CLIENT' } as never },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Send feedback' }));
  expect(openFeedback).toHaveBeenCalledOnce();
  expect(document.title).toContain('Help');
});

it('opens from the account menu of a phone, which closes', async () => {
  const [onClose, onOpenChange] = [vi.fn(), vi.fn()];
  await show(
    <UserMenuContext.Provider value={{ onClose }}>
      <MenuList>
        <HelpMenuEntry onOpenChange={onOpenChange} />
      </MenuList>
    </UserMenuContext.Provider>,
  );
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Help' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(true);
});

const title = () => screen.findByRole('heading', { level: 2 });

async function showPanel(isWide: boolean) {
  const onClose = vi.fn();
  stubMediaQueries((query) => isWide && query.includes('min-width'));
  await show(
    <>
      <HelpPanel onClose={onClose} />
      <Link to="/en/process-repair/7?tab=WAITING_FOR_PICK_UP&page=2">same step</Link>
      <Link to="/en/new-repair">other page</Link>
    </>,
    'CLIENT',
    'process-repair/7?tab=WAITING_FOR_PICK_UP',
  );
  await title();
  return onClose;
}

it('keeps the chosen page while the step is open, and follows to another one', async () => {
  await showPanel(true);
  const ofStep = (await title()).textContent;
  fireEvent.click(screen.getByRole('button', { name: 'All topics' }));
  await waitFor(async () => expect((await screen.findAllByRole('heading', { level: 2 }))[0]?.textContent).toBe('Help'));
  expect(screen.queryByRole('button', { name: 'All topics' })).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'same step' }));
  expect(screen.getByRole('heading', { level: 2, name: 'Help' })).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'other page' }));
  await waitFor(() => expect(screen.queryByRole('heading', { level: 2, name: 'Help' })).toBeNull());
  expect((await title()).textContent).not.toBe(ofStep);
});

it('closes with its button, and on Back only if it covers the page', async () => {
  const onClose = await showPanel(false);
  fireEvent.popState(window);
  expect(onClose).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('stays open on Back next to the page', async () => {
  const onClose = await showPanel(true);
  fireEvent.popState(window);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(await title(), { key: 'a' });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(await title(), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});
