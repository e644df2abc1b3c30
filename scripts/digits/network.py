"""Training a small network of three layers by Adam, and storing its weights in a byte each."""

from itertools import pairwise

import numpy as np

from reconciliation.documents.child.digits import CLASSES, LAYERS, Layer, Numbers, classified

HIDDEN = (120, 64)
EPOCHS, BATCH = 16, 256
RATE, DECAY = 2e-3, 1e-5
SMOOTHING = 0.01  # of the labels
STEPS = 127  # the largest whole number that a weight is stored as


def trained(inputs: np.ndarray, labels: np.ndarray, seed: int, *, epochs: int = EPOCHS, classes: int = CLASSES) -> list[Layer]:
    """Return a network trained on these pictures, (n, pixels) of 0 to 255, and their labels."""
    random = np.random.default_rng(seed)
    sizes = (inputs.shape[1], *HIDDEN, classes)
    parts = [random.normal(0, (2 / fan_in) ** 0.5, (fan_in, out)).astype(np.float32) for fan_in, out in pairwise(sizes)]
    parts += [np.zeros(out, np.float32) for out in sizes[1:]]
    means, squares = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    targets = np.full((classes, classes), SMOOTHING / classes, np.float32) + np.eye(classes, dtype=np.float32) * (1 - SMOOTHING)
    step, steps = 0, epochs * (len(inputs) // BATCH)
    for _ in range(epochs):
        order = random.permutation(len(inputs))
        for start in range(0, len(inputs) - BATCH + 1, BATCH):
            chosen = order[start : start + BATCH]
            slopes = gradients(parts, inputs[chosen].astype(np.float32) / 255, targets[labels[chosen]])
            step += 1
            rate = RATE * (0.5 + 0.5 * np.cos(np.pi * step / steps)) * (1 - 0.999**step) ** 0.5 / (1 - 0.9**step)
            for part, mean, square, slope in zip(parts, means, squares, slopes, strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                part -= rate * (mean / (np.sqrt(square) + 1e-7) + DECAY * part)
    return list(zip(parts[:LAYERS], parts[LAYERS:], strict=True))


def gradients(parts: list[np.ndarray], inputs: np.ndarray, targets: np.ndarray) -> list[np.ndarray]:
    """Return the gradients of the mean cross entropy, in the order of the parts: weights of each layer, then biases."""
    weights, biases = parts[:LAYERS], parts[LAYERS:]
    values = [inputs]
    for own, bias in zip(weights[:-1], biases[:-1], strict=True):
        values.append(np.maximum(values[-1] @ own + bias, 0))
    scores = values[-1] @ weights[-1] + biases[-1]
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    error = (powers / powers.sum(axis=1, keepdims=True) - targets) / len(inputs)
    of_weights, of_biases = [], []
    for value, own in zip(reversed(values), reversed(weights), strict=True):
        of_weights.append(value.T @ error)
        of_biases.append(error.sum(axis=0))
        error = (error @ own.T) * (value > 0)
    return [*reversed(of_weights), *reversed(of_biases)]


def stored(networks: list[list[Layer]]) -> dict[str, np.ndarray]:
    """Return the arrays that `digits.load` reads."""
    arrays = {}
    for number, network in enumerate(networks):
        for layer, (weights, biases) in enumerate(network):
            scales = np.abs(weights).max(axis=0) / STEPS
            arrays[f"weights_{number}_{layer}"] = np.rint(weights / scales).astype(np.int8)
            arrays[f"scales_{number}_{layer}"] = scales.astype(np.float32)
            arrays[f"biases_{number}_{layer}"] = biases.astype(np.float32)
    return arrays


def judged(network: list[Layer], inputs: np.ndarray) -> Numbers:
    """Return (n, 11) likelihoods of pictures of 0 to 255."""
    parts = np.array_split(inputs, len(inputs) // 10_000 + 1)
    return np.concatenate([classified(np.asarray(part / 255, np.float32), network) for part in parts])
