import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  fallback?: (error: unknown) => ReactNode;
  /** When it changes, what failed gets another try. */
  resetKey?: string;
};

type State = { error: unknown; failed: boolean; key: string | undefined };

/** The last net: says that something broke instead of going blank. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failed: false, key: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.key ? null : { error: undefined, failed: false, key: resetKey };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback ? this.props.fallback(this.state.error) : <LastWords />;
  }
}

/** Where not even the words of a language could be loaded. */
export function LastWords() {
  return (
    <div className="start" role="alert">
      <div>
        <p lang="en">The portal could not be loaded. Check the connection.</p>
        <p lang="es">No se pudo cargar el portal. Compruebe la conexión.</p>
        <button type="button" onClick={() => location.reload()}>
          Reload / Recargar
        </button>
      </div>
    </div>
  );
}
