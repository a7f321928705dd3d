// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { Deferred } from './Deferred';

const rendered: string[] = [];

function Part({ name }: { name: string }) {
  useEffect(() => {
    rendered.push(name);
  }, [name]);
  return <p>{name}</p>;
}

it('renders after the surrounding content and a fallback', () => {
  const page = (
    <main>
      <Deferred fallback={<Part name="fallback" />}>
        <Part name="content" />
      </Deferred>
      <Part name="frame" />
    </main>
  );
  const { rerender } = render(page);
  // StrictMode runs each effect twice.
  expect([...new Set(rendered)]).toEqual(['fallback', 'frame', 'content']);

  const { length } = rendered;
  rerender(page);
  expect(rendered).toHaveLength(length);
  expect(screen.getByText('content')).toBeTruthy();
});
