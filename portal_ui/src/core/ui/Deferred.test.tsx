// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { Deferred } from './Deferred';

const shown: string[] = [];

function Part({ name }: { name: string }) {
  useEffect(() => {
    shown.push(name);
  }, [name]);
  return <p>{name}</p>;
}

it('renders after the surrounding content', () => {
  const page = (
    <main>
      <Deferred>
        <Part name="content" />
      </Deferred>
      <Part name="frame" />
    </main>
  );
  const { rerender } = render(page);
  // StrictMode runs each effect twice.
  expect([...new Set(shown)]).toEqual(['frame', 'content']);

  const { length } = shown;
  rerender(page);
  expect(shown).toHaveLength(length);
  expect(screen.getByText('content')).toBeTruthy();
});
