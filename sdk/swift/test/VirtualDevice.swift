import DrawbridgeGate
import Foundation

/// A device whose time passes only when it is advanced. Timers run in their order.
@MainActor final class VirtualDevice {
    /// Epoch ms of the server.
    private(set) var time: Double
    /// ms by which the device is ahead.
    var offset = 0.0
    var random = 0.0
    private(set) var timers: [(id: Int, at: Double, run: GateAction)] = []
    private var lastTimer = 0

    init(time: Double) { self.time = time }

    /// `delay` in seconds; to the microsecond, because binary seconds are not exact.
    func schedule(_ delay: TimeInterval, _ run: @escaping GateAction) -> GateAction {
        let at = time + (max(delay, 0) * 1_000_000).rounded() / 1000
        lastTimer += 1
        timers.insert((lastTimer, at, run), at: timers.firstIndex { $0.at > at } ?? timers.endIndex)
        return { [lastTimer] in self.timers.removeAll { $0.id == lastTimer } }
    }

    /// Waits for a time in ms; an infinite one never ends.
    func wait(_ ms: Double) async {
        await withUnsafeContinuation { done in
            if ms < .infinity { _ = schedule(ms / 1000) { done.resume() } }
        }
    }

    /// Ends with everything finished that the passed timers caused.
    func advance(_ ms: Double) async {
        let end = time + ms
        while let next = timers.first, next.at <= end {
            timers.removeFirst()
            time = next.at
            next.run()
            await settle()
        }
        time = end
    }

    /// Lets everything finish that needs no timer. The client works on the main queue, but its tasks begin on the shared pool.
    func settle() async {
        for _ in 0..<8 {
            await Task.detached {}.value
            await withUnsafeContinuation { next in DispatchQueue.main.async { next.resume() } }
        }
    }
}
