// hold.mjs: something that is shown only while a button is held down, by finger, mouse or key.

/** @type {WeakSet<HTMLElement>} */
const known = new WeakSet();

/** @param {HTMLElement} button @param {(shown: boolean) => void} show */
export function hold(button, show) {
    if (known.has(button)) return; // drawn again: it has its listeners
    known.add(button);
    let held = false;
    const what = button.className;
    const set = (/** @type {boolean} */ on) => {
        if (held === on || button.className !== what) return; // drawn as another button meanwhile
        held = on;
        show(on);
    };
    button.addEventListener('pointerdown', () => set(true));
    for (const end of ['pointerup', 'pointercancel', 'pointerleave', 'blur']) {
        button.addEventListener(end, () => set(false));
    }
    button.addEventListener('keydown', ({key}) => (key === ' ' || key === 'Enter') && set(true));
    button.addEventListener('keyup', () => set(false));
    button.addEventListener('contextmenu', (event) => event.preventDefault()); // a long touch
}
